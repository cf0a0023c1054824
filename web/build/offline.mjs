/** Writes the service worker at the end of a build: src/offline/sw.js with the version and the lists of what to keep. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const NEEDED = /\.(?:html|js|css|svg|webmanifest)$/;
const NEVER = /(?:^|\/)(?:sw\.js|gallery.*|\..*)$/i;

/** All files under a folder, as addresses. */
function files(folder, under = '') {
  return readdirSync(join(folder, under), { withFileTypes: true }).flatMap((entry) => {
    const path = under ? `${under}/${entry.name}` : entry.name;
    return entry.isDirectory() ? files(folder, path) : [path];
  });
}

export function offline(source) {
  let folder = '';
  return {
    name: 'saudagar-offline',
    apply: 'build',
    configResolved: (config) => void (folder = config.build.outDir),
    closeBundle() {
      const all = files(folder).filter((path) => !NEVER.test(path)).sort();
      const script = readFileSync(source, 'utf8');
      const version = createHash('sha256').update(script);
      for (const path of all) version.update(`${path}\0`).update(readFileSync(join(folder, path)));
      const list = (wanted) => JSON.stringify(all.filter((path) => NEEDED.test(path) === wanted).map((path) => `/${path}`));
      const filled = script
        .replace('__VERSION__', version.digest('hex').slice(0, 16))
        .replace('__NEEDED__', list(true))
        .replace('__LATER__', list(false));
      writeFileSync(join(folder, 'sw.js'), filled);
    },
  };
}
