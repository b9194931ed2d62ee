export const enFailures = {
  'camera-denied': {
    title: 'Allow the camera',
    why: 'Your browser keeps the camera closed. Open the lock symbol beside the address, allow the camera, and try again.',
  },
  'no-camera': {
    title: 'We can’t find a camera',
    why: 'Connect a camera, or go on with your phone.',
  },
  'face-recognition': {
    title: 'We couldn’t see you well enough',
    why: 'Look straight into the camera, eyes open, nothing before your face, with light from the front.',
  },
  'existing-faceprint': {
    title: 'You are known here already',
    why: 'Your face belongs to another account. Sign in with the one that you used before.',
  },
  'faceprint-server': {
    title: 'The face check is not there right now',
    why: 'This is on our side. Wait a minute and try again: what you have done is kept.',
  },
  'slow-line': {
    title: 'Your connection is too slow for this',
    why: 'The pictures have to reach us while you move. Go where the connection is better, or use another network. This is not counted as a try.',
  },
  unknown: {
    title: 'Something went wrong on our side',
    why: 'What you have done is kept. Try again; if it happens twice, tell the site that sent you.',
  },
  ocr: {
    title: 'We couldn’t read your document',
    why: 'Lay it flat in even light, fill the frame, and keep your fingers off the edges.',
  },
  'face-mismatch': {
    title: 'Your face and the document’s picture differ',
    why: 'Use your own document, take off glasses or a hat, and try again with light from the front.',
  },
  'faceprint-mismatch': {
    title: 'Your face is unlike the one you enrolled with',
    why: 'Sign in with your own account, take off glasses or a hat, and try again.',
  },
  'not-eligible': {
    title: 'This program is not open to you',
    why: 'Your document is fine. The program asks for something else, and the site decided on it.',
  },
  'location-denied': {
    title: 'Allow your location',
    why: 'Your browser keeps your position closed. Open the lock symbol beside the address, allow the location, and try again.',
  },
  'address-proof': {
    title: 'This letter does not show your address',
    why: 'Bring another letter that has your full name, your address, and a date of the last 3 months.',
  },
  'investor-statement': {
    title: 'Your investor status was not confirmed',
    why: 'The provider’s statement does not meet what the program asks. Try again or choose another provider.',
  },
  'approval-failed': {
    title: 'Your wallet’s transaction did not go through',
    why: 'The network did not take it. Nothing is lost: approve it again, with enough for its fee.',
  },
  'domain-not-allowed': {
    title: 'This site can’t ask for a verification here',
    why: 'Its address is not on the list of the program. Tell the site.',
  },
  'program-not-active': {
    title: 'This program is not open now',
    why: 'The site has not opened it, or has closed it. Tell the site, or come back later.',
  },
  'token-expired': {
    title: 'This took a little too long',
    why: 'For your protection the access ran out. Open it again: what you have done is kept.',
  },
  'wrong-parameter': {
    title: 'The site opened this page the wrong way',
    why: 'Nothing is wrong on your side. Tell the site what stands below.',
  },
  'page-refused': {
    title: 'The site gave no answer',
    why: 'We need something from the site or from your wallet to go on.',
  },
  'connection-lost': {
    title: 'No connection',
    why: 'We try again by ourselves. Nothing that you did is lost.',
  },
  'unsupported-browser': {
    title: 'This browser can’t do it',
    why: 'Open the page in a recent Chrome, Edge, Firefox or Safari. This one lacks:',
  },
} as const
