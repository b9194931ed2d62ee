import type { Command } from 'commander'
import { given, graceOption, list, option, requiredMerchant, requiredOption } from '../options.ts'
import { runAndPrint } from '../session.ts'
import { type Noun, operatorCommand } from '../sub-command.ts'
import { card, table } from '../table.ts'
import { listen } from './listen.ts'

export const webhook: Noun = {
  name: 'webhook',
  description: 'webhooks: signed events for merchants, and their delivery',
  commands: [
    {
      name: 'secret',
      description: 'create or replace the signing secret of a merchant’s webhooks',
      options: [
        requiredMerchant,
        option('--endpoint <id>', 'endpoint id (default: the merchant’s default endpoint)'),
        graceOption('how long webhooks are also signed with the old secret: 45s, 30m, 24h, 7d'),
      ],
      run: operatorCommand(
        'webhook secret',
        ({ merchant, endpoint, grace }: { merchant: string; endpoint?: string; grace: number }) => ({
          mchNo: merchant,
          graceSeconds: grace,
          ...given({ endpoint }),
        }),
        (made) =>
          [
            card([
              ['Merchant', made.mchNo],
              ['Webhook secret', made.secret],
              ['Old secret valid until', made.oldSecretUntil],
            ]),
            '',
            'The secret is shown only once. Store it safely.',
          ].join('\n'),
      ),
    },
    {
      name: 'url',
      description: 'show or change the URL of a merchant’s default endpoint',
      options: [
        requiredMerchant,
        option('--url <url>', 'an https URL'),
        option('--none', 'remove the default URL', { conflicts: ['url'] }),
      ],
      run: operatorCommand(
        'webhook url',
        ({ merchant, url, none }: { merchant: string; url?: string; none?: true }) => ({
          mchNo: merchant,
          ...(none ? { url: null } : given({ url })),
        }),
        (set) =>
          card([
            ['Merchant', set.mchNo],
            ['Default URL', set.url],
          ]),
      ),
    },
    {
      name: 'dead',
      description: 'list events that could not be delivered, oldest first, up to 1000',
      options: [option('--merchant <mchNo>', 'list only the events of this merchant')],
      run: operatorCommand(
        'webhook dead',
        ({ merchant }: { merchant?: string }) => given({ mchNo: merchant }),
        (events) =>
          table(
            ['Event', 'Merchant', 'Type', 'Created', 'Host', 'Tries', 'Problem', 'Given up'],
            events.map((each) => [
              each.id,
              each.mchNo,
              each.type,
              each.created,
              each.host,
              each.tries,
              each.problem,
              each.diedAt,
            ]),
          ),
      ),
    },
    {
      name: 'retry',
      description:
        'resend one event, or all events on the dead-letter list, starting their retry schedule again',
      options: [
        option('--id <id>', 'only this event'),
        option('--all', 'all events', { conflicts: ['id'] }),
        option('--merchant <mchNo>', 'with --all: resend only the events of this merchant', {
          conflicts: ['id'],
        }),
      ],
      run: retry,
    },
    {
      name: 'test',
      description: 'send a sample event, marked with "test": true',
      options: [
        requiredMerchant,
        option('--endpoint <id>', 'only to this endpoint (default: all endpoints that receive the type)'),
        option('--type <type>', 'type of the event (default: kyc.shared)'),
      ],
      run: operatorCommand(
        'webhook test',
        ({ merchant, ...rest }: { merchant: string; endpoint?: string; type?: string }) => ({
          mchNo: merchant,
          ...given(rest),
        }),
        ({ id, type }) => `Event ${id} (${type}) will be sent.`,
      ),
    },
    {
      name: 'listen',
      description: 'forward events to a local URL, signed like webhooks, until interrupted',
      options: [
        requiredOption('--forward <url>', 'URL that receives the events, such as http://localhost:3000/hook'),
        option('--types <types>', 'only these types, separated by commas', { parse: list }),
        option('--secret <secret>', 'signing secret (default: a new one, which is printed)'),
        option(
          '--credentials <file>',
          'credentials file like demo.json (default: the demo’s file in the data folder)',
        ),
      ],
      run: listen,
    },
  ],
}

async function retry(
  command: Command,
  { id, all, merchant }: { id?: string; all?: true; merchant?: string },
): Promise<void> {
  if (id === undefined && !all) command.error('error: pass --id with an event, or pass --all')
  const input = given({ id, mchNo: merchant })
  await runAndPrint(command, 'webhook retry', input, ({ retried }) =>
    retried === 1 ? '1 delivery will be repeated.' : `${retried} deliveries will be repeated.`,
  )
}
