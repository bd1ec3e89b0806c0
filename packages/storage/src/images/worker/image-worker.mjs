// The process that decodes images: apart from the server, so that a hostile file costs this process at most. It is
// plain JavaScript because it is started by its path, from the sources as from the bundle.
// Protocol, one job at a time: { inspect: source } → { ok }, then { render: plan } → { ok } for that source.
import process from 'node:process';

/** Loaders of formats that browsers show; libvips knows more than strangers should reach. */
const loaders = [
  'VipsForeignLoadJpeg',
  'VipsForeignLoadPng',
  'VipsForeignLoadWebp',
  'VipsForeignLoadNsgif',
  'VipsForeignLoadHeif',
];

const sharp = await load();
let source;
process.on('message', async (job) => process.send(await answer(job)));
process.on('disconnect', () => process.exit());
process.send({ ready: sharp !== undefined });

async function load() {
  try {
    const { default: loaded } = await import('sharp');
    loaded.cache(false);
    loaded.concurrency(1);
    loaded.block({ operation: ['VipsForeignLoad'] });
    loaded.unblock({ operation: loaders });
    return loaded;
  } catch {
    return undefined;
  }
}

async function answer({ inspect, render, pixels }) {
  try {
    if (inspect !== undefined) {
      source = sharp(inspect, { failOn: 'truncated', limitInputPixels: pixels, animated: false });
      const { autoOrient, channels, depth } = await source.metadata();
      const { width, height } = autoOrient;
      const bytes = width * height * channels * (depth === 'uchar' ? 1 : 2);
      return { ok: { width, height, bytes } };
    }
    const { resize, position, extract, format, options } = render;
    let image = source.autoOrient();
    if (resize !== undefined)
      image = image.resize({ ...resize, position, withoutEnlargement: true });
    if (extract !== undefined) image = image.extract(extract);
    return { ok: await image.toFormat(format, options).toBuffer() };
  } catch (error) {
    return { failure: String(error?.message ?? error) };
  }
}
