import type { Command } from 'commander';
import { apiOf, type Api, type FeedEvent, type Named, type Page } from '../api.ts';
import { readCredentials } from '../credentials.ts';
import { forward, isTaken, outcomeOf, receiverAt } from '../forward.ts';
import type { Print } from '../run.ts';
import { Refused, type PartnerTerminal } from '../terminal.ts';

type Options = { readonly forward?: string; readonly webhook?: string; readonly secret?: string };

type Webhook = { readonly id: number; readonly uuid: string; readonly url: string };

/** `events`: one event again. */
export function addEvents(program: Command, terminal: PartnerTerminal, print: Print): void {
  program
    .command('events')
    .description('events of the last 30 days')
    .command('resend')
    .description('send an event again: to the webhooks that were sent it, or to your own machine')
    .argument('<event>', 'its id, evt_...')
    .option('--webhook <id>', 'to this webhook alone')
    .option('--forward <url>', 'to this address, from here, signed as `listen` signs')
    .option('--secret <whsec>', 'with --forward: sign with this one; left out: with that of the login')
    .action(async (event: string, options: Options) => {
      const credentials = await readCredentials(terminal.env);
      if (!/^evt_[0-9a-f]{32}$/.test(event)) throw new Refused(`${event} is no id of an event: they begin with evt_.`);
      const api = apiOf(credentials, terminal);
      if (options.forward === undefined) return resend(api, event, options.webhook, print);
      const receiver = receiverAt(options.forward, options.secret ?? credentials.signingSecret);
      const delivered = await forward(await api.get<FeedEvent>(`/api/v1/events/${event}`), 1, receiver, terminal);
      print(
        { id: event, status: delivered.status, error: delivered.error, duration_ms: delivered.ms },
        `${event} -> ${outcomeOf(delivered)}`,
      );
      if (!isTaken(delivered)) throw new Refused(`${receiver.url} did not take it. Is your server running?`);
    });
}

/** To every webhook of the client that was sent it. One that is refused does not keep the others from it. */
async function resend(api: Api, event: string, only: string | undefined, print: Print): Promise<void> {
  const { data } = await api.get<Page<Webhook>>('/api/v1/webhooks?limit=200');
  const webhooks = data.filter(({ id, uuid }) => only === undefined || [String(id), uuid].includes(only));
  if (only !== undefined && webhooks.length === 0) throw new Refused(`There is no webhook ${only} of yours.`);
  const refusals: string[] = [];
  let sent = 0;
  for (const { id, url } of webhooks) {
    const path = `/api/v1/webhooks/${id}/deliveries`;
    const { data: deliveries } = await api.get<Page<Named>>(`${path}?filter[event_id]=${event}&limit=1`);
    for (const delivery of deliveries) {
      try {
        const again = await api.send('POST', `${path}/${delivery.id}/resend`, {});
        print(
          { webhook_id: id, delivery_id: again.id, state: again['state'] },
          `${event} is on its way to ${url} (webhook ${id}, delivery ${again.id}).`,
        );
        sent += 1;
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        refusals.push(`Webhook ${id}: ${error.message}`);
      }
    }
  }
  if (refusals.length > 0) throw new Refused(refusals.join('\n'));
  if (sent > 0) return;
  throw new Refused(
    `No webhook of yours was sent ${event}. To your machine: umoja events resend ${event} --forward http://localhost:8080/hooks. ` +
      'To a webhook that is younger than it: POST /api/v1/webhooks/{id}/recover.',
  );
}
