import './styles/fonts.css';
import './styles/palette.css';
import './styles/base.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { firstLanguage, settings } from './app/settings.svelte';
import { begin } from './api/first';
import { router } from './app/route.svelte';
import { appWorker } from './app/worker.svelte';
import { language } from './text/language.svelte';

settings.applyTheme();
// A match's state is on its way while the texts are.
if (router.route.page === 'match') begin(router.route.id);
// The texts come first: a page of bare keys would be worse than a moment of nothing.
await language.use(firstLanguage());
// The page is made in a task of its own.
await new Promise((done) => setTimeout(done));
document.title = 'saudagar';
const target = document.getElementById('app')!;
// The name stood there until now.
target.replaceChildren();
mount(App, { target });

// What is kept for playing without a network comes once there is nothing else to do: it is no small load.
const keep = () => void appWorker.start();
const whenIdle = () => ('requestIdleCallback' in window ? requestIdleCallback(keep, { timeout: 3000 }) : setTimeout(keep, 500));
if (document.readyState === 'complete') whenIdle();
else addEventListener('load', whenIdle, { once: true });
