import './styles/fonts.css';
import './styles/palette.css';
import './styles/base.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { firstLanguage, settings } from './app/settings.svelte';
import { appWorker } from './app/worker.svelte';
import { language } from './text/language.svelte';

settings.applyTheme();
// The texts come first: a page of bare keys would be worse than a moment of nothing.
await language.use(firstLanguage());
document.title = 'saudagar';
const whenLoaded = () => void appWorker.start();
if (document.readyState === 'complete') whenLoaded();
else addEventListener('load', whenLoaded, { once: true });
mount(App, { target: document.getElementById('app')! });
