/** What is said after the first of two confirmations of a change of address. */
export const halfwayMessage =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email';
