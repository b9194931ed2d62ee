/** Where the explanation of a demo address is shown. Addresses are counted from 1, in the order of their list. */
export const riskPagePath = (number: number | ':number') => `/demo/risk/${number}`
