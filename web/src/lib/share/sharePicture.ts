// The ways in which a device can pass on a picture.

/** True if the device's share dialog takes the file. */
export const canShareFile = (file: File): boolean => navigator.canShare?.({ files: [file] }) ?? false;

/** True if pictures can be copied; without a secure connection there is no clipboard. */
export const canCopyPicture = (): boolean => 'ClipboardItem' in window && 'clipboard' in navigator;

/** Open the device's share dialog; `text` accompanies the picture. To close it is no error. */
export async function shareFile(file: File, text: string): Promise<void> {
  try {
    await navigator.share({ files: [file], text });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
  }
}

export async function copyPicture(picture: Blob): Promise<void> {
  await navigator.clipboard.write([new ClipboardItem({ [picture.type]: picture })]);
}
