import '../styles/palette.css';
import '../styles/base.css';
import { mount } from 'svelte';
import { firstLanguage, settings } from '../app/settings.svelte';
import { language } from '../text/language.svelte';
import { book } from './book.svelte';
import { register } from './offline.svelte';
import Score from './Score.svelte';

settings.applyTheme();
await Promise.all([language.from('game', 'score').then(() => language.use(firstLanguage())), book.open()]);
mount(Score, { target: document.getElementById('app')! });
register();
// What is not needed for the first tap: our typefaces come when the page already works.
void import('../styles/fonts.css');
