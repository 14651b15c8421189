import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.js';
import { applyLook, lookInAddress } from './app/look.js';
import { CodePainterProvider } from './features/code/painted-code.js';
import { nextFrame } from './app/next-frame.js';
import { createPageStore } from './store/page-store.js';

const root = document.querySelector('#root');
if (root === null) throw new Error('index.html has no element #root');

const look = lookInAddress(window.location.search);
if (look !== undefined) applyLook(document.documentElement, look);

const store = createPageStore({
  bridge: window.gatehouse,
  memory: {
    read: () => window.location.hash,
    write: (hash) => window.history.replaceState(null, '', hash),
    onMoved: (changed) => window.addEventListener('hashchange', changed),
  },
  language: navigator.language,
  nextFrame,
  later: (ms, work) => {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
});
window.addEventListener('pagehide', () => store.flushDrafts());
store.start();
createRoot(root).render(
  <StrictMode>
    <CodePainterProvider>
      <App store={store} />
    </CodePainterProvider>
  </StrictMode>,
);
