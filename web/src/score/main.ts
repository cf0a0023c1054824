import '../styles/palette.css';
import '../styles/base.css';
import { mount } from 'svelte';
import { firstLanguage, settings } from '../app/settings.svelte';
import { language } from '../text/language.svelte';
import { book } from './book.svelte';
import { register } from './offline.svelte';
import Score from './Score.svelte';
import { soon } from './screens';

settings.applyTheme();
language.only('game', 'score');
await Promise.all([language.use(firstLanguage()), book.open()]);
mount(Score, { target: document.getElementById('app')! });
register();
// The page can be read and tapped now; the next screens and our typefaces follow.
setTimeout(() => {
  soon();
  void import('../styles/fonts.css');
}, 300);
