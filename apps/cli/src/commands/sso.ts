import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { OperatorError } from '@touchstone/common'
import type { SsoRecord } from '@touchstone/runtime/command-line'
import { InvalidArgumentError } from 'commander'
import { argument, given, list, noneAs, option, orNone, yesOrNo } from '../options.ts'
import { type Noun, operatorCommand } from '../sub-command.ts'
import { card } from '../table.ts'

/** Used in place of a merchant number for the operator's own team. */
const operator = 'operator'

const whose = argument('<mchNo>', `merchant number, or "${operator}" for the operator’s own team`)

function whoseOf(mchNo: string): { mchNo?: string } {
  return mchNo === operator ? {} : { mchNo }
}

type RoleRule = { role: string; value: string }

type SetOptions = {
  issuer?: string
  clientId?: string
  secretFile?: string
  roleClaim?: string
  role?: RoleRule[]
  mfa?: boolean
  amr?: string[] | 'none'
  acr?: string[] | 'none'
  createMembers?: boolean
  internal?: boolean
  required?: boolean
}

export const sso: Noun = {
  name: 'sso',
  description: 'single sign-on: identity providers (OpenID Connect) for members',
  commands: [
    {
      name: 'set',
      description: 'set up or change the identity provider of a merchant or of the operator',
      arguments: [whose],
      options: [
        option('--issuer <url>', 'issuer, exactly as the provider writes it'),
        option('--client-id <id>', 'client id that the provider gave this service'),
        option('--secret-file <file>', 'file with the client secret; - reads it from standard input'),
        option('--role-claim <name>', 'claim that contains the groups (default: groups)'),
        option('--role <role=value>', 'role for a value of the claim; repeatable, the first match counts', {
          parse: collectRule,
        }),
        option('--mfa <yes|no>', 'whether sign-ins need several factors (always for the operator)', {
          parse: yesOrNo,
        }),
        option('--amr <values>', 'values of the claim amr that confirm several factors (default: mfa)', {
          parse: orNone(list),
        }),
        option('--acr <values>', 'values of the claim acr that confirm several factors', {
          parse: orNone(list),
        }),
        option('--create-members <yes|no>', 'whether accounts with a role become members at first sign-in', {
          parse: yesOrNo,
        }),
        option('--internal <yes|no>', 'whether the issuer’s host can be in a private network', {
          parse: yesOrNo,
        }),
        option('--required <yes|no>', 'whether members of the merchant can only sign in with the provider', {
          parse: yesOrNo,
        }),
      ],
      run: operatorCommand(
        'sso set',
        async (mchNo: string, options: SetOptions) => {
          const { issuer, clientId, secretFile, roleClaim, role, mfa, amr, acr } = options
          const { createMembers, internal, required } = options
          return {
            ...whoseOf(mchNo),
            ...given({ issuer, clientId, roleClaim, requiresMfa: mfa, internal, required }),
            ...given({ createsMembers: createMembers, roles: role }),
            ...given({ amr: noneAs([], amr), acr: noneAs([], acr) }),
            ...(secretFile === undefined ? {} : { clientSecret: await readSecret(secretFile) }),
          }
        },
        cardOf,
      ),
    },
    {
      name: 'show',
      description: 'show the identity provider, without its secret, and the addresses to register there',
      arguments: [whose],
      run: operatorCommand('sso show', whoseOf, cardOf),
    },
    {
      name: 'check',
      description: 'read the metadata of the identity provider and report what it supports',
      arguments: [whose],
      run: operatorCommand('sso check', whoseOf, ({ pkce, logout, userInfo }) =>
        card([
          ['Issuer', 'matches'],
          ['PKCE', pkce ?? 'not stated'],
          ['UserInfo', userInfo],
          ['Sign-out', logout],
        ]),
      ),
    },
    {
      name: 'remove',
      description: 'remove the identity provider and end its sessions immediately',
      arguments: [whose],
      run: operatorCommand(
        'sso remove',
        whoseOf,
        () => 'Single sign-on has been removed. Members sign in with a code or a passkey.',
      ),
    },
  ],
}

function cardOf(record: SsoRecord): string {
  const { roles, amr, acr } = record
  return card([
    ['Issuer', record.issuer],
    ['Client id', record.clientId],
    ['Role claim', record.roleClaim],
    ...roles.map(({ role, value }) => [`Role ${role}`, value] as [string, string]),
    ['Several factors required', record.requiresMfa],
    ['Confirmed by', [...amr.map((each) => `amr ${each}`), ...acr.map((each) => `acr ${each}`)].join(', ')],
    ['Creates members', record.createsMembers],
    ['Private network', record.internal],
    ['Required', record.required],
    ['Decisions from', record.trustedFrom],
    ['Sign-in address and redirect URI', record.address],
    ['Address after signing out', record.signedOutAddress],
  ])
}

function collectRule(rule: string, previous: readonly RoleRule[] = []): RoleRule[] {
  const at = rule.indexOf('=')
  if (at < 1) throw new InvalidArgumentError('Expected a role and a value, such as owner=admins.')
  return [...previous, { role: rule.slice(0, at), value: rule.slice(at + 1) }]
}

async function readSecret(file: string): Promise<string> {
  const content = await (file === '-' ? text(process.stdin) : readFile(file, 'utf8')).catch(() => undefined)
  if (content !== undefined && content.trim() !== '') return content.trim()
  throw new OperatorError({
    code: 'sso.secret-file',
    message: 'The file with the client secret is missing, unreadable or empty.',
    remedy:
      'Pass a file that contains only the secret, or pass --secret-file - and write the secret to standard input.',
  })
}
