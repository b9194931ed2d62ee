/**
 * Text for the document screens: taking photos, checking the details, and offering a review. It is loaded with those
 * screens.
 */
export const enDocument = {
  document: {
    title: 'Take a photo of your document',
    why: 'We read it, check it, and delete the photos right after the check.',
    whyKept: (days: number) =>
      `A person will review these photos. We keep them encrypted until the decision, for ${days} days at most.`,
    dontKeep: 'Don’t keep my photos',
    loading: 'Getting the camera ready…',
    sending: 'We are reading your document. This takes a few seconds.',
  },
  documentConfirm: {
    title: 'Check what we read',
    why: 'Compare it with your document. You can write your name the way you usually do, with accents and spaces.',
    fields: {
      surname: 'Surname',
      givenNames: 'Given names',
      number: 'Document number',
      nationality: 'Nationality',
      birthDate: 'Date of birth',
      sex: 'Sex',
      expiryDate: 'Valid until',
      issuingState: 'Issued by',
    },
    sexes: { F: 'Female', M: 'Male', X: 'Not stated' },
    empty: 'Not stated',
    refused: {
      name: 'This doesn’t match the letters on your document. You can change only accents, spaces, hyphens, and where the surname ends.',
      other: 'This can only come from your document. If it is wrong, take another photo.',
    },
    fixed: 'From the document',
    retake: 'Something is wrong: take another photo',
    confirm: 'Everything is correct',
  },
  documentReview: {
    title: 'Let a person review your document',
    why: 'We misread your document three times. If you agree, a person compares the details with your photos.',
    keeps: {
      take: 'You will need to take the photos again.',
      sealed: (days: number) => `We keep them encrypted until the decision, for ${days} days at most.`,
      seen: 'Only the reviewers who make the decision can see the photos.',
      deleted: 'After the decision, we delete the photos and record the deletion.',
    },
    agree: 'Agree and take photos',
    decline: 'Don’t keep photos. I’ll take a new one',
  },
} as const
