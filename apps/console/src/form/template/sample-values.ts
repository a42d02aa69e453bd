import { DEFAULT_MAPS_URL } from '@callpoint/alerts/maps';
import { variableValues, type VariableValues } from '@callpoint/alerts/values';
import type { FormId, Item } from '@callpoint/contract/catalogue';
import { pageConfig } from '../../net/current-page-config.ts';
import { previewTexts } from '../../texts/preview.ts';

const { sample } = previewTexts;
/** The location of simulated presses. */
export const SAMPLE_LOCATION = { lat: 38.8977, lng: -77.0365 };

/** What a simulated user writes into a form, as the call accepts it. */
export function sampleForm(id: FormId): { company: string; message: string; type: string | null } {
  const type = id === 1 ? null : sample.products[id];
  return { company: sample.company, message: sample.messages[id], type };
}

/** The values of the variables when a simulated user submits `item`; computed like real ones. */
export function sampleValues(item: Item): VariableValues {
  const { name, email, phone } = sample;
  const form = item.kind === 'form' ? sampleForm(item.id) : null;
  return variableValues({
    user: { name, email, phone },
    submission: {
      location: SAMPLE_LOCATION,
      company: form?.company,
      message: form?.message,
      products: form?.type,
    },
    maps: { mapsUrl: pageConfig.mapsUrl ?? DEFAULT_MAPS_URL, mapImageUrl: pageConfig.mapImageUrl },
  });
}
