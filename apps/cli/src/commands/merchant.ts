import { argument, given, noneAs, option, wholeNumber } from '../options.ts'
import { type Noun, operatorCommand } from '../sub-command.ts'
import { card, table } from '../table.ts'

type Created = { plan?: string; callsPerSecond?: number; support?: string }
type Updated = {
  name?: string
  plan?: string
  callsPerSecond?: number
  planLimit?: true
  support?: string
}

const callsPerSecond = option('--calls-per-second <n>', 'rate limit that replaces the limit of the plan', {
  parse: wholeNumber,
})

export const merchant: Noun = {
  name: 'merchant',
  description: 'the clients of the service',
  commands: [
    {
      name: 'create',
      description: 'create a merchant with its first API key',
      arguments: [argument('<name>', 'name shown to users')],
      options: [
        option('--plan <plan>', 'standard, pro or enterprise', { defaultValue: 'standard' }),
        callsPerSecond,
        option('--support <contact>', 'where its users get help: an email address or an https page'),
      ],
      run: operatorCommand(
        'merchant create',
        (name: string, options: Created) => ({ name, ...options }),
        (made) =>
          [
            card([
              ['Merchant', made.mchNo],
              ['Name', made.name],
              ['Plan', made.plan],
              ['API key', made.apiKey],
            ]),
            '',
            'The key is shown only once. Store it safely.',
          ].join('\n'),
      ),
    },
    {
      name: 'list',
      description: 'list all merchants',
      run: operatorCommand(
        'merchant list',
        () => ({}),
        (merchants) =>
          table(
            ['Merchant', 'Name', 'Plan', 'Keys', 'Programs', 'Since'],
            merchants.map((each) => [
              each.mchNo,
              each.name,
              each.callsPerSecond === null ? each.plan : `${each.plan} (${each.callsPerSecond}/s)`,
              each.liveKeys,
              each.programs,
              each.createdAt,
            ]),
          ),
      ),
    },
    {
      name: 'update',
      description: 'change the name, plan, rate limit or support contact of a merchant',
      arguments: [argument('<mchNo>', 'merchant number')],
      options: [
        option('--name <name>', 'name shown on the verification page and in mails'),
        option('--plan <plan>', 'standard, pro or enterprise'),
        callsPerSecond,
        option('--plan-limit', 'restore the rate limit of the plan'),
        option(
          '--support <contact>',
          'where its users get help: an email address or an https page; "none" to remove it',
        ),
      ],
      run: operatorCommand(
        'merchant update',
        (mchNo: string, { planLimit, support, ...options }: Updated) => ({
          mchNo,
          ...options,
          ...(planLimit && { callsPerSecond: null }),
          ...given({ support: noneAs(null, support) }),
        }),
        (updated) =>
          card([
            ['Merchant', updated.mchNo],
            ['Name', updated.name],
            ['Plan', updated.plan],
            ['Calls per second', updated.callsPerSecond ?? 'limit of the plan'],
            ['Support', updated.support ?? 'none'],
          ]),
      ),
    },
    {
      name: 'agents',
      description: "show or change what a merchant's agents may do over the Model Context Protocol",
      arguments: [argument('<mchNo>', 'merchant number')],
      options: [
        option('--watch <state>', 'whether agents may add watches (default: off)', {
          choices: ['on', 'off'],
        }),
      ],
      run: operatorCommand(
        'merchant agents',
        (mchNo: string, { watch }: { watch?: 'on' | 'off' }) => ({
          mchNo,
          ...given({ mayWatch: watch === undefined ? undefined : watch === 'on' }),
        }),
        ({ mayWatch }) => (mayWatch ? 'Agents may add watches.' : 'Agents can only read.'),
      ),
    },
  ],
}
