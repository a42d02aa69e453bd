import { inLanguage } from './language.ts';

/** The images of forms, and their viewer. */
export const imageTexts = inLanguage({
  en: {
    none: 'None',
    image: (number: number, count: number) => `Image ${number} of ${count}`,
    more: (count: number) => (count === 1 ? '1 more image' : `${count} more images`),
    thumbnailFailed: (number: number) => `Image ${number} can’t be shown`,
    close: 'Close the image',
    previous: 'Previous',
    next: 'Next',
    loading: 'Loading the image…',
    failed: 'This image can’t be shown',
    failedHelp: 'It may have been deleted, or the connection failed.',
    retry: 'Try again',
    openOriginal: 'Open in a new tab',
    download: 'Download',
  },
});
