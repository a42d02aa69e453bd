import { inLanguage } from './language.ts';

/** The images of a form, and their viewer. */
export const imageTexts = inLanguage({
  en: {
    image: (number: number, count: number) => `Image ${number} of ${count}`,
    moreImages: (count: number) => (count === 1 ? '1 more image' : `${count} more images`),
    imageFailed: (number: number) => `Image ${number} can’t be shown`,
    viewerFailed: 'The images could not be shown. Reload the page.',
    closeViewer: 'Close the image',
    previousImage: 'Previous',
    nextImage: 'Next',
    imageLoading: 'Loading the image…',
    viewedImageFailed: 'This image can’t be shown',
    viewedImageFailedHelp: 'It may have been deleted, or the connection failed.',
    retryImage: 'Try again',
    openOriginal: 'Open in a new tab',
    downloadImage: 'Download',
  },
});
