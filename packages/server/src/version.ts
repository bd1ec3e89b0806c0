/** Version of Plinth; the same in every package.json. A test compares them. */
export const version = '0.1.0';
