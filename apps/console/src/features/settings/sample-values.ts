import { DEFAULT_MAPS_URL, variableValues, type Values } from '@callpoint/alerts/values';
import type { Item } from '@callpoint/contract/catalogue';
import { pageConfig } from '../../lib/this-page.ts';
import { previewTexts } from '../../lib/texts/preview.ts';

const { sample } = previewTexts;
const PLACE = { lat: 38.8977, lng: -77.0365 };

/** What the variables stand for when a made-up user submits `item`; worked out as for a real one. */
export function sampleValues(item: Item): Values {
  const { name, email, phone } = sample;
  const isForm = item.kind === 'form';
  return variableValues({
    user: { name, email, phone },
    submission: {
      location: PLACE,
      company: isForm ? sample.company : null,
      message: isForm ? sample.messages[item.id] : null,
      products: isForm && item.id !== 1 ? sample.products[item.id] : null,
    },
    maps: { mapsUrl: pageConfig.mapsUrl ?? DEFAULT_MAPS_URL, mapImageUrl: pageConfig.mapImageUrl },
  });
}
