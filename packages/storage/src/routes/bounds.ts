/** Most names in one request, and most entries of one page. */
export const mostPerRequest = 1_000;
