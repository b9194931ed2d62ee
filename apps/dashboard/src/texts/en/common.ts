export const enCommon = {
  language: 'en',
  common: {
    product: 'Touchstone',
    loading: 'Loading…',
    again: 'Try again',
    save: 'Save',
    cancel: 'Cancel',
    close: 'Close',
    actions: 'Actions',
    copied: 'Copied',
    copyWhat: (what: string) => `Copy: ${what}`,
  },
  nav: {
    name: 'Pages',
    skip: 'Skip to content',
    menu: 'Menu',
    merchant: 'Merchant',
    language: 'Language',
    colours: 'Colour mode',
    signOut: 'Sign out',
    themes: { auto: 'System theme', light: 'Light', dark: 'Dark' },
    places: {
      overview: 'Overview',
      people: 'People',
      programs: 'Programs',
      integration: 'Integration',
      risk: 'Address risk',
      explorer: 'Explorer',
      watches: 'Watches and alerts',
      transfers: 'Transfers',
      customers: 'Customers',
      rules: 'Rules',
      cases: 'Cases',
      history: 'History',
      reviews: 'Reviews',
      service: 'Service',
      settings: 'Settings',
    },
  },
  levels: {
    Low: 'Low',
    Moderate: 'Moderate',
    High: 'High',
    Severe: 'Severe',
    LowSoFar: 'Low so far',
    NoData: 'No data',
  },
  roles: {
    owner: { name: 'Owner', may: 'Full access to this merchant, including its members and audit log.' },
    developer: {
      name: 'Developer',
      may: 'Programs, API keys, webhooks and the test console. No access to people.',
    },
    compliance: {
      name: 'Compliance',
      may: 'People, address risk, watches, alerts, cases and delegated reviews. No access to API keys.',
    },
    analyst: {
      name: 'Analyst',
      may: 'Read access to the overview, programs, address risk, the explorer and watches.',
    },
    viewer: { name: 'Viewer', may: 'Read access to the overview and programs.' },
    operator: { name: 'Operator', may: 'Full access to all merchants.' },
  },
  states: {
    failed: 'This could not be loaded',
    offline: 'You are offline',
    unreachable: 'The service can’t be reached',
    tooMany: 'Too many requests',
    stale: 'The data shown may be out of date.',
    noChoices: 'The options could not be loaded.',
    unknown: 'Page not found',
    unknownWhy: 'The address is wrong, or your role has no access to this page.',
    fault: 'This page has stopped working',
    faultWhy: 'None of your data is lost. Reload the page. If it fails again, contact the operator.',
  },
  refusals: {
    /** An explanation such as `name must not be empty.`, or of a value that does not match its schema. */
    field: (message: string) =>
      message === '' || message.startsWith('The page sent')
        ? 'This value is not accepted. Check it.'
        : `${message.charAt(0).toUpperCase()}${message.slice(1)}`,
    offline: 'Your device has no connection to the network. Check it, then try again.',
    unreachable:
      'The service does not respond. It may be restarting. Try again in a moment, or contact the operator.',
    system: 'The service could not process the request. Try again in a moment.',
    tooMany: 'Too many requests in a short time. Wait a few seconds.',
    'not-ready': 'The service is starting or busy. Try again in a few seconds.',
    'session.over': 'You were signed out. Sign in again to continue.',
    'page.forged': 'This page is out of date. Reload it.',
    'passkey.refused': 'This passkey was not accepted. Try again, or sign in with a code.',
    'passkey.link-over': 'This link has expired or has already been used. Ask the operator for a new one.',
    'passkey.not-made': 'No passkey was created. Try again, or use another device.',
    'passkey.not-used': 'No passkey was used. Try again, or sign in with a code.',
    'member.needs-passkey': 'This merchant requires passkeys. Add one under Settings, then sign in with it.',
    'member.new':
      'New members can make decisions 72 hours after joining. Ask another owner or the operator to approve you.',
    'member.needs-sso':
      'This merchant requires single sign-on. Sign out, then sign in at the address that an owner gave you.',
    'member.new-provider':
      'Single sign-on was changed less than 72 hours ago, so its sessions can’t make decisions yet. Sign in with a code or a passkey.',
    'member.sso-session':
      'You are signed in with single sign-on, which gives access to this merchant only. Sign in with a code or a passkey to change your passkeys.',
    'sso.not-set-up':
      'There is no single sign-on for this merchant number. Check it with an owner, or sign in another way.',
    'sso.over': 'This sign-in has expired, was already used, or was started in another browser. Try again.',
    'sso.unavailable':
      'Your identity provider can’t be reached or is not set up correctly. Try again in a few minutes. If it fails again, contact an owner of the merchant.',
    'sso.denied': 'Your identity provider refused the sign-in. Try again, or contact its administrator.',
    'sso.invalid':
      'The response of your identity provider could not be verified. Try again. If it fails again, contact an owner of the merchant.',
    'sso.no-role':
      'Your account has no role here. Ask the administrator of your identity provider to add it to a group that has a role, then try again.',
    'sso.no-mfa':
      'Your identity provider did not confirm a second factor. Set one up there, sign out there, then try again.',
    'sso.email-not-verified':
      'Your identity provider did not confirm your e-mail address. Verify it there, or contact its administrator.',
    'sso.not-member':
      'You are not a member here. Ask an owner of the merchant to invite you, then try again.',
    'sso.other-account':
      'You signed in with another account before. Use that account, or ask an owner to remove you and invite you again.',
    'parameter.requirements': 'Nothing to change: the latest version already has these requirements.',
    'transfer.changed': 'There is a new decision on this transfer. Read it, then decide.',
    'transfer.own-opinion': 'You gave the first opinion. Another member has to agree.',
    'transfer.no-opinion':
      'You have no opinion to withdraw. Refresh the page: another member may have agreed, or the rules decided again.',
    'transfer.unknown': 'This transfer does not exist. Go back to the list.',
    'customer.unknown': 'This customer does not exist. Go back to the list.',
    'rules.changed':
      'Somebody changed the policy in the meantime. Reload the page and make your changes again.',
    'parameter.version': 'Enter a version that differs from the current one.',
    'review.own-opinion': 'You gave the first opinion. Another member has to agree.',
    'case.unknown': 'There is no such case. It may belong to another merchant.',
    'case.closed': 'This case is closed. Reopen it to change it.',
    'case.changed': 'This case has changed since you opened it. Read what is new, then decide.',
    'case.own-request': 'You asked to close this case. Another member has to agree.',
    'case.closing': 'A member has already asked to close this case. Agree or disagree with this request.',
    'case.no-request': 'There is no such request any more. Reload the case.',
    'case.unknown-reference':
      'This merchant has nothing with this reference. Check the number or the address, and its network.',
    'case.file-type':
      'The content of this file is not accepted. Use PDF (without scripts, attachments or encryption), PNG, JPEG, CSV or plain text.',
    'case.file-too-large': 'Files are limited to 5 MB each and 50 MB per case.',
    'case.full': 'This case is full. Open another one for the rest.',
    'upload.too-large': 'Files are limited to 5 MB each.',
    'member.not-allowed': 'Your role does not allow this. Contact an owner of the merchant.',
    'person.not-ended': 'The relationship has not been ended in any program, so there is nothing to lift.',
    'review.for-operator':
      'Only the operator can decide this review, because the decision affects other merchants.',
    'review.too-many-changes':
      'These lines differ too much from what the software read. Compare them with the photos again. If they are correct, reject the document. The person can then take other photos.',
    'review.zone':
      'These lines are not a valid machine-readable zone. Enter them as printed. If this is how they are printed, reject the document.',
    'review.no-opinion': 'You have no opinion to withdraw. Refresh the page: another member may have agreed.',
    'risk.invalidAddress':
      'This address does not belong to the coin’s network. Check the address and the coin.',
    'risk.unsupportedCoin':
      'This coin is not supported, because its name is unknown or the ledger contains no transfers on its network. Choose one from the list, or ask the operator to import the network’s transfers.',
    'risk.unknownTransaction':
      'The ledger has no transaction with this hash that transfers this coin. Check the coin and the hash, or leave the transaction empty.',
    'risk.tooManyWatches':
      'You have reached the limit of watched addresses. Stop watching some addresses first.',
    'risk.noWebhookSecret': 'Create a signing secret first. You need it to verify that alerts come from us.',
    'sign-in.code-wrong': 'This is not the code that we sent. Check the latest e-mail.',
    'sign-in.code-over': 'This code has expired. Request a new one.',
    'sign-in.paused':
      'Too many wrong codes were entered for this address. Request a new code. It has 12 characters and works immediately.',
    'sign-in.too-many': 'Too many codes were requested. Wait an hour, then request a new one.',
  },
  signIn: {
    title: 'Sign in',
    why: 'If your e-mail address belongs to a member, we send a code to it.',
    email: 'E-mail address',
    send: 'Send code',
    sendNew: 'Send a new code',
    codeTitle: 'Enter the code',
    codeWhy: (email: string) =>
      `If ${email} belongs to a member, we have sent a code. It is valid for ten minutes.`,
    code: 'Code from the e-mail',
    enter: 'Sign in',
    other: 'Use another address',
    passkey: 'Sign in with a passkey',
    demo: 'Open the demo',
    demoWhy: 'You see the demo merchant as its owner would. All of its data is fictitious.',
  },
  pager: {
    first: 'Back to latest',
    before: 'Previous page',
    next: 'Next page',
    page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  },
  bars: {
    table: 'Show as a table',
    day: 'Day (UTC)',
    highest: (count: string) => `Highest day: ${count}`,
  },
} as const
