/** The first major of realtime-js, which came without types; tests say what they use of it. */
declare module 'realtime-js-0' {
  const library: { readonly Socket: unknown };
  export default library;
}
