/** The document: taking pictures of it, what was read, and the offer of a review. */
export const enDocument = {
  document: {
    title: 'Take a picture of your document',
    why: 'We read it, check it, and delete the pictures right after.',
    whyKept: (days: number) =>
      `Take them for the person who will look at them. They are kept encrypted until that is decided, ${days} days at most.`,
    dontKeep: 'Don’t keep my pictures',
    loading: 'Getting the camera ready …',
    sending: 'We are reading your document. This takes a few seconds.',
  },
  documentConfirm: {
    title: 'Check what we read',
    why: 'Compare it with your document. You may write your name as you do, with its accents and spaces.',
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
      name: 'These are not the letters of your document. Accents, spaces, hyphens and where the surname ends may differ.',
      other: 'This comes from your document alone. If it is wrong, take another picture.',
    },
    fixed: 'From the document',
    retake: 'Something is wrong: take another picture',
    confirm: 'All of this is right',
  },
  documentReview: {
    title: 'Let a person look at your document',
    why: 'We have read it wrong three times. A person can compare it with your pictures, if you agree.',
    keeps: {
      take: 'You take the pictures once more.',
      sealed: (days: number) => `They are kept encrypted until it is decided, ${days} days at most.`,
      seen: 'Who decides sees them, and nobody else.',
      deleted: 'Then they are deleted, and the deletion is recorded.',
    },
    agree: 'Agree and take the pictures',
    decline: 'Keep nothing: I take another picture',
  },
} as const
