/**
 * Text for reasons to which a screen's own text does not apply. For example, "We couldn't read your document"
 * is wrong for an expired document, which was read successfully.
 */
export const enFailuresFor = {
  'service.stuck': {
    title: 'Our service has a problem',
    why: 'Nothing is lost: your progress is saved, and this doesn’t count as a try. Try again, or come back later.',
  },
  'identity.differs': {
    title: 'This sign-in belongs to a different person',
    why: 'The face or date of birth differs from the first verification with this sign-in. Use your own sign-in, or ask the site for help.',
  },
  'document.expired': {
    title: 'Your document has expired',
    why: 'We could read it. Use a document that is still valid.',
  },
  'document.refused': {
    title: 'This document can’t be used',
    why: 'A person reviewed your photos and could not accept this document. Use a different one.',
  },
  'document.review-over': {
    title: 'Your photos were deleted',
    why: 'The photos were not reviewed within 7 days. Take new ones.',
  },
  'face.review-over': {
    title: 'Your photos were deleted',
    why: 'The photos were not reviewed within 7 days. Make the movements again.',
  },
  'face.service-busy': {
    title: 'The service is busy, but your place is kept',
    why: 'Our system was too slow to receive your photos in time. Your connection is fine, and this doesn’t count as a try. Start again within a minute.',
  },
  'document.other-kind': {
    title: 'This is a different type of document',
    why: 'It doesn’t match your choice. Choose again, or show the document you chose.',
  },
  'document.other-country': {
    title: 'This document is from a different country',
    why: 'It doesn’t match your choice. Choose again, or show the document you chose.',
  },
  'document.front-missing': {
    title: 'We also need the other side',
    why: 'Take a photo of the side of the card that shows your face.',
  },
  'document.front-unmatched': {
    title: 'The two sides don’t belong together',
    why: 'Take sharp photos of both sides of the same card, without glare.',
  },
  'frames.differ': {
    title: 'The photos show more than one document',
    why: 'Make sure that all photos show the same document.',
  },
  'zone.specimen': {
    title: 'This is a specimen',
    why: 'It is not a real person’s document. Use your own.',
  },
  'picture.blurred': {
    title: 'The photo is blurred',
    why: 'Hold still until the photo is taken. Place the document on a firm surface.',
  },
  'picture.glare': {
    title: 'The document is reflecting light',
    why: 'Tilt it a little, or move away from the light.',
  },
  'picture.too-dark': {
    title: 'The photo is too dark',
    why: 'Find more light, and keep your shadow off the document.',
  },
  'date.too-old': {
    title: 'This letter is too old',
    why: 'Use one from the last 3 months.',
  },
  'name.different': {
    title: 'This letter is addressed to somebody else',
    why: 'Use one with your own name.',
  },
  'pdf.encrypted': {
    title: 'This file is locked',
    why: 'The file can be opened only with a password. Save a copy without a password.',
  },
  'pdf.broken': {
    title: 'This file can’t be opened',
    why: 'Choose a different one.',
  },
  'image.broken': {
    title: 'This file can’t be opened',
    why: 'Choose a different one.',
  },
  'image.unknown-format': {
    title: 'We can’t read this type of file',
    why: 'Use JPEG, PNG, WebP or PDF.',
  },
  'statement.provider-unreachable': {
    title: 'The provider is not responding',
    why: 'Try again in a few minutes, or choose a different provider.',
  },
  'screening.declined': {
    title: 'You can’t be verified here',
    why: 'If you think this is a mistake, contact the site.',
  },
  'grant.ended': {
    title: 'Your verification on this site has ended',
    why: 'If you think this is a mistake, contact the site.',
  },
  'token.used': {
    title: 'This page has already been opened',
    why: 'It can be opened only once. Open the verification again on the site.',
  },
  'token.unknown': {
    title: 'We don’t recognise this session',
    why: 'Open the verification again on the site.',
  },
} as const
