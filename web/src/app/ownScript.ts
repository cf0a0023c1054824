interface Policy {
  createScriptURL(path: string): string;
}

const trusted = (globalThis as { trustedTypes?: { createPolicy(name: string, rules: Policy): Policy } }).trustedTypes;

/** The server lets no script be started by a plain address (Trusted Types): only by one that this has looked at. */
const policy = trusted?.createPolicy('saudagar-scripts', {
  createScriptURL(path) {
    if (new URL(path, location.href).origin !== location.origin) throw new TypeError(`not a script of this page: ${path}`);
    return path;
  },
});

/** A worker's address, from this server alone, in the form that browsers ask for. */
export const ownScript = (path: string): string => policy?.createScriptURL(path) ?? path;
