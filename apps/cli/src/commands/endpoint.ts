import {
  argument,
  given,
  list,
  noneAs,
  option,
  orNone,
  requiredMerchant,
  requiredOption,
} from '../options.ts'
import { type Noun, operatorCommand } from '../sub-command.ts'
import { card, table } from '../table.ts'

const typesOption = option(
  '--types <types>',
  'types of events, separated by commas, or "none" for all types',
  {
    parse: orNone(list),
  },
)

type Types = string[] | 'none'

export const endpoint: Noun = {
  name: 'endpoint',
  description: 'webhook endpoints: the receivers of a merchant’s events',
  commands: [
    {
      name: 'list',
      description: 'list the webhook endpoints of a merchant',
      options: [requiredMerchant],
      run: operatorCommand(
        'endpoint list',
        ({ merchant }: { merchant: string }) => ({ mchNo: merchant }),
        (endpoints) =>
          table(
            ['Endpoint', 'URL', 'Types', 'State', 'Created'],
            endpoints.map(({ id, isDefault, url, types, enabled, createdAt }) => [
              isDefault ? `${id} (default)` : id,
              url,
              types?.join(', ') ?? 'all',
              enabled ? 'enabled' : 'disabled',
              createdAt,
            ]),
          ),
      ),
    },
    {
      name: 'add',
      description: 'add a webhook endpoint with its own secret',
      options: [requiredMerchant, requiredOption('--url <url>', 'an https URL'), typesOption],
      run: operatorCommand(
        'endpoint add',
        ({ merchant, url, types = 'none' }: { merchant: string; url: string; types?: Types }) => ({
          mchNo: merchant,
          url,
          types: noneAs(null, types),
        }),
        (added) =>
          [
            card([
              ['Merchant', added.mchNo],
              ['Endpoint', added.id],
              ['Webhook secret', added.secret],
            ]),
            '',
            'The secret is shown only once. Store it safely.',
          ].join('\n'),
      ),
    },
    {
      name: 'update',
      description: 'change the URL, the types or the state of a webhook endpoint',
      arguments: [argument('<id>', 'endpoint id')],
      options: [
        requiredMerchant,
        option('--url <url>', 'an https URL'),
        typesOption,
        option('--enable', 'send events again', { conflicts: ['disable'] }),
        option('--disable', 'send no further events'),
      ],
      run: operatorCommand(
        'endpoint update',
        (id: string, { merchant, url, types, enable, disable }: UpdateOptions) => ({
          ...{ mchNo: merchant, id },
          ...given({ url, enabled: enable ?? (disable && false) }),
          ...(types !== undefined && { types: noneAs(null, types) }),
        }),
        ({ id }) => `Endpoint ${id} was changed.`,
      ),
    },
    {
      name: 'remove',
      description: 'remove a webhook endpoint with its deliveries',
      arguments: [argument('<id>', 'endpoint id')],
      options: [requiredMerchant],
      run: operatorCommand(
        'endpoint remove',
        (id: string, { merchant }: { merchant: string }) => ({ mchNo: merchant, id }),
        ({ id }) => `Endpoint ${id} was removed.`,
      ),
    },
  ],
}

type UpdateOptions = { merchant: string; url?: string; types?: Types; enable?: true; disable?: true }
