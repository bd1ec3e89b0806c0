const special = /[%:,]/g;

/** Text without the signs that divide the parts of a parameter. */
export const encodePart = (text: string): string =>
  text.replace(special, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** The text behind `encodePart`. */
export const decodePart = (text: string): string =>
  text.replace(/%(25|3A|2C)/gi, (_whole, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
