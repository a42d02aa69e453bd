import { DEFAULT_MAPS_URL } from '@callpoint/alerts/templates/maps';
import { variableValues, type VariableValues } from '@callpoint/alerts/templates/values';
import type { AppUser } from '@callpoint/contract/app-users';
import type { FormId, Item } from '@callpoint/contract/catalog';
import { exampleRecordKey, recordUrl } from '@callpoint/contract/record-link';
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

/**
 * The values of the variables when `user` submits `item`, else a simulated user; computed like real ones.
 * @param zone the subscriber's time zone
 */
export function sampleValues(
  item: Item,
  zone: string,
  { name, email, phone }: Pick<AppUser, 'name' | 'email' | 'phone'> = sample,
): VariableValues {
  const form = item.kind === 'form' ? sampleForm(item.id) : null;
  return variableValues({
    user: { name, email, phone },
    submission: {
      location: SAMPLE_LOCATION,
      company: form?.company,
      message: form?.message,
      products: form?.type,
      time: { pressedAt: null, receivedAt: new Date().toISOString(), zone },
      recordUrl: recordUrl(window.location.origin, exampleRecordKey(1)),
    },
    maps: { mapsUrl: pageConfig.mapsUrl ?? DEFAULT_MAPS_URL, mapImageUrl: pageConfig.mapImageUrl },
  });
}
