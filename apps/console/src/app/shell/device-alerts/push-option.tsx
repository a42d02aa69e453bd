import '@mantine/core/styles/Switch.layer.css';
import { Button, Switch } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { deviceAlertTexts as texts } from '../../../texts/device-alerts.ts';
import { pushState, turnPushOff, turnPushOn, type PushState } from './console-push.ts';
import classes from './device-alerts.module.css';

/** `failed`: the server or the push service of the browser did not respond. */
type Shown = PushState | 'loading' | 'failed';

const NOTES: Record<Shown, string> = {
  loading: texts.pushLoading,
  failed: texts.pushFailed,
  on: texts.pushOn,
  off: '',
  unavailable: texts.pushUnavailable,
  // The notification option above explains these.
  denied: '',
  insecure: '',
  unsupported: '',
};
const CHANGEABLE: readonly Shown[] = ['on', 'off', 'denied', 'failed'];
const KEY = ['console-push'];

/** Notifications while the console is closed. */
export function PushOption() {
  const client = useQueryClient();
  const state = useQuery({ queryKey: KEY, queryFn: pushState, retry: false, staleTime: 0 });
  const turn = useMutation({
    mutationFn: (on: boolean) => (on ? turnPushOn() : turnPushOff()),
    onSuccess: (next) => client.setQueryData(KEY, next),
  });
  const hasFailed = turn.isError || (state.isError && !state.isFetching);
  const shown = turn.isPending ? 'loading' : hasFailed ? 'failed' : (state.data ?? 'loading');
  const retry = () => {
    turn.reset();
    void state.refetch();
  };
  return (
    <div className={classes['kind']}>
      <Switch
        label={texts.push}
        description={texts.pushDescription}
        checked={state.data === 'on'}
        disabled={!CHANGEABLE.includes(shown)}
        onChange={({ currentTarget }) => turn.mutate(currentTarget.checked)}
      />
      <output className={classes['result']}>{NOTES[shown]}</output>
      {shown === 'failed' && (
        <Button variant="default" onClick={retry}>
          {texts.pushRetry}
        </Button>
      )}
    </div>
  );
}
