/** Hands a text over: through the system's share sheet where files can go that way, else as a download. */
export async function saveText(name: string, text: string, type = 'application/json'): Promise<void> {
  await saveBlob(name, new Blob([text], { type }));
}

export async function saveBlob(name: string, blob: Blob): Promise<void> {
  const file = new File([blob], name, { type: blob.type });
  if (matchMedia('(pointer: coarse)').matches && navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share({ files: [file] });
      return;
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return;
    }
  }
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Shares a line of text; true when it went to the clipboard instead, and the user should be told. */
export async function shareText(text: string): Promise<boolean> {
  if (matchMedia('(pointer: coarse)').matches && navigator.share) {
    try {
      await navigator.share({ text });
      return false;
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return false;
    }
  }
  await copy(text);
  return true;
}

/** Plain HTTP in a network of one's own has no clipboard; the older way still works there. */
async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = document.createElement('textarea');
    field.value = text;
    // Inside an open dialog: nothing outside of it can be selected.
    (document.querySelector('dialog[open]') ?? document.body).append(field);
    field.select();
    document.execCommand('copy');
    field.remove();
  }
}
