import type { Attachment } from 'svelte/attachments';

/** Tells how large an element is once the page was laid out. To ask for it would lay the page out once more. */
export function sized(tell: (size: { width: number; height: number }) => void): Attachment<HTMLElement> {
  return (element) => {
    const watching = new ResizeObserver(([seen]) => {
      if (seen) tell({ width: Math.floor(seen.contentRect.width), height: Math.floor(seen.contentRect.height) });
    });
    watching.observe(element);
    return () => watching.disconnect();
  };
}
