/** Where the demo serves its example site. */
export const demoSitePath = '/demo/site/'
