import type { Plugin } from 'vite';

/** Chunks that a page needs, found by following its imports. */
function reached(bundle: Parameters<NonNullable<Extract<Plugin['generateBundle'], (...args: never) => unknown>>>[1], start: string): Set<string> {
  const found = new Set<string>();
  const open = [start];
  for (let name = open.pop(); name; name = open.pop()) {
    const file = bundle[name];
    if (!file || found.has(name)) continue;
    found.add(name);
    if (file.type !== 'chunk') continue;
    open.push(...file.imports, ...file.dynamicImports);
    const { importedCss, importedAssets } = file.viteMetadata ?? {};
    open.push(...(importedCss ?? []), ...(importedAssets ?? []));
  }
  return found;
}

const hash = (text: string) => {
  let value = 0xcbf29ce484222325n;
  for (const sign of text) value = ((value ^ BigInt(sign.codePointAt(0)!)) * 0x100000001b3n) & 0xffffffffffffffffn;
  return value.toString(36);
};

/** Writes the score keeper's service worker with the list of all that its page needs, and a version that follows from it. */
export function scoreWorker(source: string, more: readonly string[]): Plugin {
  return {
    name: 'saudagar-score-worker',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const start = Object.values(bundle).find(
          (file) => file.type === 'chunk' && file.isEntry && file.facadeModuleId?.endsWith('/score/index.html'),
        );
        if (!start) this.error('the score page is not among the pages');
        const chunks = reached(bundle, start.fileName);
        const fonts = Object.keys(bundle).filter((name) => name.endsWith('.woff2'));
        const skip = (name: string) => /\/web-[^/]*\.js$/.test(name);
        const names = [...new Set([...chunks, ...fonts])].filter((name) => !skip(name)).sort();
        const page = bundle['score/index.html'];
        const text = page?.type === 'asset' ? String(page.source) : '';
        const files = ['/score/', ...names.map((name) => `/${name}`), ...more];
        const version = hash(JSON.stringify([files, text, source]));
        const worker = source.replace("'__VERSION__'", `'${version}'`).replace('__FILES__', JSON.stringify(files));
        this.emitFile({ type: 'asset', fileName: 'score-sw.js', source: worker });
      },
    },
  };
}

/** Puts scripts and styles into the page itself, so that it opens from a disk. */
export function inlined(fileName: string): Plugin {
  return {
    name: 'saudagar-inlined',
    apply: 'build',
    enforce: 'post',
    // After Vite's own last touch, which fills in what dynamic imports preload.
    generateBundle: { order: 'post', handler(_, bundle) {
      const page = Object.values(bundle).find((file) => file.fileName.endsWith('.html'));
      if (page?.type !== 'asset') this.error('there is no page');
      let html = String(page.source)
        .replace(/\s*<link rel="(?:manifest|apple-touch-icon|modulepreload)"[^>]*>/g, '')
        .replace(/\s*<(?:script|link)[^>]*(?:src|href)="[^"]*assets\/[^"]*"[^>]*>(?:<\/script>)?/g, '');
      const parts = Object.values(bundle);
      const css = parts.filter((file) => file.fileName.endsWith('.css')).map((file) => (file.type === 'asset' ? String(file.source) : ''));
      const code = parts.filter((file) => file.type === 'chunk').map((file) => file.code);
      if (code.length !== 1) this.error(`one script is expected, not ${code.length}`);
      // A replacement text has signs of its own: a function has none.
      html = html
        .replace('</head>', () => `<style>${css.join('\n')}</style></head>`)
        .replace('</body>', () => `<script type="module">${code[0]!.replaceAll('</script', '<\\/script')}</script></body>`);
      for (const name of Object.keys(bundle)) delete bundle[name];
      this.emitFile({ type: 'asset', fileName, source: html });
    } },
  };
}
