import { useEffect } from 'react';

/** A file that is dropped where nothing takes it does nothing: it neither opens in the window nor leaves the page. */
export function useDropGuard(): void {
  useEffect(() => {
    const refuse = (event: DragEvent): void => {
      if (event.defaultPrevented || event.dataTransfer?.types.includes('Files') !== true) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'none';
    };
    window.addEventListener('dragover', refuse);
    window.addEventListener('drop', refuse);
    return () => {
      window.removeEventListener('dragover', refuse);
      window.removeEventListener('drop', refuse);
    };
  }, []);
}
