/** Where a screen's own words would be wrong for the reason: an expired document was read very well. */
export const enFailuresFor = {
  'document.expired': {
    title: 'Your document has expired',
    why: 'We read it well. Use a document that is still valid.',
  },
  'document.refused': {
    title: 'This document can’t be used',
    why: 'A person looked at your pictures and decided so. Use another document.',
  },
  'document.review-over': {
    title: 'Your pictures were deleted',
    why: 'Nobody had looked at them after 7 days. Take new ones.',
  },
  'face.review-over': {
    title: 'Your pictures were deleted',
    why: 'Nobody had looked at them after 7 days. Do the moves once more.',
  },
  'document.other-kind': {
    title: 'This is another kind of document',
    why: 'You chose another one. Choose again, or show the one that you chose.',
  },
  'document.other-country': {
    title: 'This document is from another country',
    why: 'You chose another one. Choose again, or show the one that you chose.',
  },
  'document.front-missing': {
    title: 'We need the other side, too',
    why: 'Take a picture of the side of the card with your photo.',
  },
  'document.front-unmatched': {
    title: 'The two sides don’t belong together',
    why: 'Take both sides of one card, sharp and without glare.',
  },
  'frames.differ': {
    title: 'The pictures show more than one document',
    why: 'Take all of them of one.',
  },
  'zone.specimen': {
    title: 'This is a sample',
    why: 'It is no document of a person. Use one of your own.',
  },
  'picture.blurred': {
    title: 'The picture is blurred',
    why: 'Hold still until it is taken. A firm ground under the document helps.',
  },
  'picture.glare': {
    title: 'Light is reflected from the document',
    why: 'Tilt it a little, or turn away from the lamp.',
  },
  'picture.too-dark': {
    title: 'The picture is too dark',
    why: 'Find more light, and keep your own shadow off the document.',
  },
  'date.too-old': {
    title: 'This letter is too old',
    why: 'Bring one of the last 3 months.',
  },
  'name.different': {
    title: 'This letter is for somebody else',
    why: 'Bring one with your own name.',
  },
  'pdf.encrypted': {
    title: 'This file is locked',
    why: 'It opens only with a password. Save it without one.',
  },
  'pdf.broken': {
    title: 'This file can’t be opened',
    why: 'Choose another one.',
  },
  'image.broken': {
    title: 'This file can’t be opened',
    why: 'Choose another one.',
  },
  'image.unknown-format': {
    title: 'We can’t read this kind of file',
    why: 'Use JPEG, PNG, WebP or PDF.',
  },
  'statement.provider-unreachable': {
    title: 'The provider does not answer',
    why: 'Try again in a few minutes, or choose another provider.',
  },
  'screening.declined': {
    title: 'You can’t be verified here',
    why: 'Write to the site if you think that this is a mistake.',
  },
  'grant.ended': {
    title: 'Your verification at this site has ended',
    why: 'Write to the site if you think that this is a mistake.',
  },
  'token.used': {
    title: 'This page was opened before',
    why: 'Each access is good once. Open the verification again on the site.',
  },
  'token.unknown': {
    title: 'We don’t know this access',
    why: 'Open the verification again on the site.',
  },
} as const
