/** A program for a thread, with all that it imports, as its text; the bundler and the test runner inline it. */
declare module '*?program' {
  const text: string;
  export default text;
}
