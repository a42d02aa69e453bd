import { imageUrl } from '@callpoint/contract/image-address';
import sharp from 'sharp';
import type { Db } from '../src/db/tables.ts';
import { addImageToForm, buildImage } from '../src/factories/images.ts';
import type { ImageStore } from '../src/images/image-store.ts';
import { sanitizeImage } from '../src/images/sanitize-image.ts';
import type { DemoAccount } from './accounts.ts';
import type { Random } from './random.ts';

type Color = readonly [red: number, green: number, blue: number];
/** The color at a point; both coordinates are from 0 to 1. */
type Scene = (x: number, y: number) => Color;

const WIDTH = 960;
const HEIGHT = 720;

const SKY: Color = [176, 205, 226];
const CONCRETE: Color = [158, 154, 148];
const STEEL: Color = [92, 98, 106];
const YELLOW: Color = [240, 190, 40];
const BLACK: Color = [38, 36, 34];

/** An open edge of a floor, with warning tape in front of it. */
const openEdge: Scene = (x, y) => {
  if (y > 0.58 && y < 0.66) return (x * 12 + y * 9) % 1 < 0.5 ? YELLOW : BLACK;
  if (y > 0.78) return CONCRETE;
  return x % 0.34 < 0.025 && y > 0.3 ? STEEL : SKY;
};

/** A ladder that leans against a wall. */
const ladder: Scene = (x, y) => {
  const center = 0.62 - 0.25 * y;
  const across = Math.abs(x - center);
  if (across > 0.07 && across < 0.085) return YELLOW;
  if (across < 0.07 && y % 0.1 < 0.016) return YELLOW;
  return y > 0.9 ? BLACK : CONCRETE;
};

/** A scaffold with a missing board. */
const scaffold: Scene = (x, y) => {
  if (x % 0.24 < 0.018) return STEEL;
  if (y % 0.28 < 0.03) return x > 0.48 && x < 0.72 && y > 0.5 && y < 0.6 ? SKY : [178, 132, 78];
  return SKY;
};

/** What is attached to the newest question with a word. */
const ATTACHED: readonly { word: string; scenes: readonly Scene[] }[] = [
  { word: 'guardrail', scenes: [openEdge, scaffold] },
  { word: 'ladder', scenes: [ladder, scaffold, openEdge] },
];

/** Adds images to two questions of a company. */
export async function createImages(
  db: Db,
  images: ImageStore,
  { team }: DemoAccount,
  random: Random,
  publicUrl: string,
): Promise<void> {
  const questions = await db
    .selectFrom('form_submission')
    .select(['id', 'app_user_id', 'created_at', 'message'])
    .where('team_id', '=', team.id)
    .where('f_id', '=', 1)
    .orderBy('id', 'desc')
    .execute();
  for (const { word, scenes } of ATTACHED) {
    const question = questions.find(({ message }) => message.includes(word));
    if (!question) throw new Error(`no question of the demo has the word ${word}`);
    const { id, app_user_id, created_at } = question;
    const user = { id: app_user_id, team_id: team.id };
    const addresses: string[] = [];
    for (const scene of scenes) {
      const key = (random.uuid() + random.uuid()).replaceAll('-', '').slice(0, 40);
      const content = await sanitizeImage(await draw(scene));
      await buildImage(db, images, user, { key, content, now: Date.parse(created_at) });
      await addImageToForm(db, user, id, key);
      addresses.push(imageUrl(publicUrl, key));
    }
    const other_data = JSON.stringify(addresses);
    await db.updateTable('form_submission').set({ other_data }).where('id', '=', id).execute();
  }
}

async function draw(scene: Scene): Promise<Buffer> {
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3);
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      const [red, green, blue] = scene(x / WIDTH, y / HEIGHT);
      pixels.set([red, green, blue], (y * WIDTH + x) * 3);
    }
  }
  return await sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .jpeg()
    .toBuffer();
}
