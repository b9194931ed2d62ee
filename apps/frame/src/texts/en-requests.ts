/**
 * Text about a person's data, about delayed moves, erasures and reviews, and about notices. It is loaded with the
 * screens that show it, because most people never see it.
 */
export const enRequests = {
  data: {
    title: 'Your data',
    why: 'See what is stored about you here and how to delete it.',
    signedIn: 'Signed in as',
    notSignedIn: 'You have not signed in yet, so nothing is stored about you.',
    storedTitle: 'What is stored',
    stored: {
      result: 'The result and time of each check, without the photos.',
      faceprint:
        'An encrypted faceprint, compared only with your own face, or with all faces if a program allows one account per person.',
      token: 'Your credential’s token, which shows neither your name nor your date of birth.',
      device: 'On this device: your wallet and your credential, which only you can read.',
    },
    locked: {
      face: 'To see or delete your data, open this page on the device where you verified, or show your face. If your face matches, this device replaces the other one.',
      hidden:
        'To see or delete your data, open this page on the device where you verified. If you no longer have it, ask the site for help. The operator can delete your data.',
    },
    showFace: 'Show my face',
    withdraw: (merchant: string) => `Stop sharing with ${merchant}`,
    withdrawTitle: (merchant: string) => `Stop sharing with ${merchant}?`,
    withdrawWhy: (merchant: string) =>
      `${merchant} will see your verification as not started. The blockchain will show the same. You keep your credential and can share it again.`,
    withdrawConfirm: 'Stop sharing',
    keepSharing: 'Keep sharing',
    forget: 'Delete my data',
    forgetTitle: 'Delete everything?',
    forgetWhy:
      'Your token is destroyed, and your name is removed from your records. Your faceprint is deleted. If a program allowed one account per person, an encrypted faceprint without your name is kept for the period stated before you began, only to prevent a second account. This can’t be undone.',
    forgetConfirm: 'Delete permanently',
    keep: 'Keep my data',
  },
  reserved: {
    why: 'Your face matches an encrypted faceprint of a deleted account or of a face that was refused. Wait until the date below, or ask a person to compare the faces.',
    until: 'Possible from',
    review: 'Ask for a review',
    stop: 'Stop here',
  },
  review: {
    heldTitle: 'Your verification is saved and will be reviewed later',
    held: {
      person:
        'Some of your other verifications are still being reviewed. As soon as one of them is decided, this one continues. You don’t have to do anything.',
      network:
        'Many verifications from your network are being reviewed. As soon as one of them is decided, yours continues. If you don’t want to wait, open this page on another network, such as mobile data.',
    },
    full: {
      title: 'A review isn’t possible right now',
      person:
        'Some of your other verifications are still being reviewed. As soon as one of them is decided, you can continue here.',
      network:
        'Many verifications from your network are being reviewed. As soon as one of them is decided, you can continue here. If you don’t want to wait, open this page on another network, such as mobile data.',
      leave: 'Your progress is saved. You can close this page and come back to the same step later.',
      document: 'Continue without a review: take another photo',
      liveness: 'Continue without a review: use coloured light',
    },
  },
  request: {
    title: {
      move: 'A move to another account was requested',
      forget: 'Deletion of your data was requested',
    },
    why: 'This was confirmed only by a face, so it is delayed for 24 hours. Until then, sites don’t see your results. If this wasn’t you, stop it.',
    whyObjected:
      'Someone objected, so nothing happens for now, and sites don’t see your results. Decide on the device that you used first, or show your face.',
    whyDecide:
      'Someone objected, so nothing happens for now, and sites don’t see your results. You can decide here.',
    due: 'Not before',
    decide: {
      move: { cancel: 'Don’t move it', continue: 'Move it', object: 'This wasn’t me' },
      forget: { cancel: 'Keep my data', continue: 'Delete my data', object: 'This wasn’t me' },
    },
    showFace: 'Show my face to decide',
    operator:
      'You can’t decide on this device. Use the device that you used first, or ask the site for help.',
  },
  objection: {
    title: 'Object to this request?',
    why: 'Someone asked to move your verification or to delete your data. If it wasn’t you, object. Then nothing happens until you decide on your device or show your face.',
    object: 'Object',
    doneTitle: 'Your objection is recorded',
    done: 'Nothing happens for now. On the device that you used first, open the verification on the site and decide there.',
  },
  notices: {
    title: 'What happened with this sign-in',
    kinds: {
      account: 'Shared for another account',
      moved: 'Moved to another account',
      'move-asked': 'A move to another account was requested',
      forgotten: 'Data deleted',
      'forget-asked': 'Deletion of your data was requested',
      device: 'Moved to another device after a face check',
      'hand-off': 'Continued on another device',
    },
  },
} as const
