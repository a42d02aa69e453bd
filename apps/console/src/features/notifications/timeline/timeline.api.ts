import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ButtonId } from '@callpoint/contract/catalog';
import type { EscalationPolicy, VoiceRules } from '@callpoint/contract/escalation';
import { SAMPLE_LOCATION } from '../../../form/template/sample-values.ts';
import { api } from '../../../net/api.ts';

interface TimelineInput {
  buttonId: ButtonId;
  policy: EscalationPolicy;
  rules: VoiceRules;
  /** Null: the first app user. */
  userId: number | null;
  isDrill: boolean;
}

/** The timeline of a press now; null: it is not read. The previous one stays until the new one is there. */
export function useTimeline(input: TimelineInput | null) {
  return useQuery({
    queryKey: ['timeline', input],
    enabled: input !== null,
    queryFn: async ({ signal }) => {
      if (!input) throw new Error('a timeline without a policy was read');
      const { buttonId, policy, rules, userId, isDrill } = input;
      const body = {
        button_id: buttonId,
        policy,
        voice_rules: rules,
        location: SAMPLE_LOCATION,
        is_drill: isDrill,
        ...(userId === null ? {} : { app_user_id: userId }),
      };
      return (await api.post('/tapi/v1/previewEscalation', body, { signal })).data;
    },
    placeholderData: keepPreviousData,
    // A reply by SMS, the time of day or a platform setting may have changed the result.
    staleTime: 0,
    gcTime: 0,
  });
}
