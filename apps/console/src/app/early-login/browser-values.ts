/** What the screen reads from a browser while it is drawn: nothing is stored there, and the network works. */
const storage = { getItem: () => null, setItem: () => {}, removeItem: () => {} };
const values = {
  window: { localStorage: storage, sessionStorage: storage, addEventListener: () => {} },
  document: { documentElement: { lang: 'en' }, getElementById: () => null },
  navigator: { onLine: true },
};

for (const [name, value] of Object.entries(values)) Object.defineProperty(globalThis, name, { value });
