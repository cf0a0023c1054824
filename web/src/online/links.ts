/** What a link of ours carries: an invitation, a place for spectators, a hand-over to another device. */
export type LinkKind = 'i' | 'w' | 'h';

/** The secret stands behind the `#`: browsers keep that to themselves, and no server or proxy writes it down. */
export function linkTo(kind: LinkKind, token: string, base: string = location.href): string {
  const page = new URL(base);
  page.hash = `#/${kind}/${token}`;
  page.search = '';
  return page.href;
}

/** Whether nobody but this device can follow a link to here. */
export function onlyHere(host: string = location.hostname): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127\./.test(host);
}
