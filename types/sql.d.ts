/** A `.sql` file is imported as its text; the bundler and the test runner inline it. */
declare module '*.sql' {
  const text: string;
  export default text;
}
