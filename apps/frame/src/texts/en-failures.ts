export const enFailures = {
  'camera-denied': {
    title: 'Allow camera access',
    why: 'Your browser is blocking the camera. Select the lock icon next to the address, allow the camera, and try again.',
  },
  'no-camera': {
    title: 'We can’t find a camera',
    why: 'Connect a camera, or continue on your phone.',
  },
  'face-recognition': {
    title: 'We couldn’t see you well enough',
    why: 'Look straight into the camera with your eyes open, your face uncovered, and light from the front.',
  },
  'existing-faceprint': {
    title: 'You already have an account here',
    why: 'Your face belongs to a different account. Sign in with the one you used before.',
  },
  'faceprint-server': {
    title: 'The face check is unavailable right now',
    why: 'The problem is on our side. Wait a minute and try again. Your progress is saved.',
  },
  'slow-line': {
    title: 'Your connection is too slow for this step',
    why: 'Your photos must reach us while you make the movements. Find a better connection, or use another network. This doesn’t count as a try.',
  },
  unknown: {
    title: 'Something went wrong on our side',
    why: 'Your progress is saved. Try again. If this happens again, tell the site that sent you here.',
  },
  ocr: {
    title: 'We couldn’t read your document',
    why: 'Place it flat in even light, fill the frame, and keep your fingers off the edges.',
  },
  'face-mismatch': {
    title: 'Your face and the document photo don’t match',
    why: 'Use your own document, take off glasses or a hat, and try again with light from the front.',
  },
  'faceprint-mismatch': {
    title: 'Your face doesn’t match the one you registered with',
    why: 'Sign in with your own account, take off glasses or a hat, and try again.',
  },
  'not-eligible': {
    title: 'This program is not open to you',
    why: 'Your document is fine, but you don’t meet the other requirements that the site set for this program.',
  },
  'location-denied': {
    title: 'Allow location access',
    why: 'Your browser is blocking your location. Select the lock icon next to the address, allow location access, and try again.',
  },
  'address-proof': {
    title: 'This letter does not show your address',
    why: 'Use another letter that shows your full name, your address, and a date in the last 3 months.',
  },
  'investor-statement': {
    title: 'Your investor status was not confirmed',
    why: 'The provider’s statement does not meet the program’s requirements. Try again or choose a different provider.',
  },
  'approval-failed': {
    title: 'Your wallet’s transaction did not go through',
    why: 'The network did not accept the transaction. Nothing is lost. Approve it again, with enough funds for the fee.',
  },
  'domain-not-allowed': {
    title: 'This site can’t request verification here',
    why: 'The program’s list of allowed sites doesn’t include this one. Let the site know.',
  },
  'program-not-active': {
    title: 'This program is not open right now',
    why: 'The site has not opened it yet or has closed it. Contact the site, or come back later.',
  },
  'program-unavailable': {
    title: 'Verification is not available right now',
    why: 'The verification service cannot complete the checks of this site at the moment. You have not been asked for anything, and nothing was stored. Come back later, or contact the site.',
  },
  'token-expired': {
    title: 'This took a little too long',
    why: 'For your protection, your session has expired. Open the verification again. Your progress is saved.',
  },
  'wrong-parameter': {
    title: 'The site opened this page incorrectly',
    why: 'The problem is not on your side. Send the site the details below.',
  },
  'page-refused': {
    title: 'The site did not respond',
    why: 'We need a response from the site or from your wallet to continue.',
  },
  'connection-lost': {
    title: 'No connection',
    why: 'We will keep trying automatically. Nothing you have done is lost.',
  },
  'unsupported-browser': {
    title: 'This browser is not supported',
    why: 'Open the page in a recent version of Chrome, Edge, Firefox or Safari. This browser doesn’t support:',
  },
} as const
