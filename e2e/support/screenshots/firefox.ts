import { join } from 'node:path';
import { launchFirefox } from '../firefox.ts';
import type { PreparedState } from './states.ts';

/** A screen to show: its address without the server's, and the name of its file. */
export type FirefoxShot = { who: 'nobody' | 'team' | 'admin'; path: string; file: string };

/** Takes a screenshot of each screen in Firefox, in a wide window; returns how many. */
export async function takeFirefoxScreenshots(
  { url, sessions }: PreparedState,
  shots: readonly FirefoxShot[],
  folder: string,
): Promise<number> {
  const browser = await launchFirefox();
  const page = await browser.newPage();
  await page.setViewport({ width: 1440, height: 900 });
  for (const { who, path, file } of shots) {
    const session = who === 'nobody' ? null : sessions[who];
    await page.goto(`${url}/app/terms`);
    await page.evaluate((stored) => {
      localStorage.clear();
      if (stored === null) return;
      localStorage.setItem('userInfo', JSON.stringify(stored.user));
      localStorage.setItem('userRole', stored.role);
      localStorage.setItem('userToken', stored.token);
    }, session);
    await page.goto(`${url}/app/${path}`);
    await page.locator('h1').wait();
    await page.waitForNetworkIdle({ concurrency: 1, idleTime: 300 });
    await page.screenshot({ path: join(folder, `firefox.${file}.png`) });
  }
  await browser.close();
  return shots.length;
}
