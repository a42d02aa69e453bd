import { createAlertsStore } from './alerts-store.ts';

/** The messages under the page's title: `alerts.success('Updated Successfully.')`. */
export const alerts = createAlertsStore({
  later: (work, ms) => {
    const timer = window.setTimeout(work, ms);
    return () => window.clearTimeout(timer);
  },
  scrollToTop: () => window.scrollTo(0, 0),
});
