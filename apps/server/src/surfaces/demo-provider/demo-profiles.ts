/** Whom the demo provider can speak about; nobody of them lives. Whole US dollars. */
export const demoProfiles = [
  {
    id: 'founder',
    name: 'Someone who sold a company',
    annualIncome: 90_000,
    netWorth: 3_400_000,
  },
  { id: 'surgeon', name: 'Someone with a high income', annualIncome: 420_000, netWorth: 610_000 },
  { id: 'student', name: 'Someone who has just begun', annualIncome: 18_000, netWorth: 2_500 },
] as const
