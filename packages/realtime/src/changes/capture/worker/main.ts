import { parentPort } from 'node:worker_threads';
import type { Order, Report } from '../thread/messages.ts';
import { LogStream } from './log-stream.ts';

// The thread that reads the log: parsing it never keeps sockets waiting. One connection at a time; when to connect
// again is decided on the other side.
const port = parentPort;
let stream: LogStream | undefined;

port?.on('message', (order: Order) => {
  if (order.do === 'read') {
    stream = new LogStream(order.order, (report: Report) => port.postMessage(report));
    void stream.run();
  } else if (order.do === 'taken') stream?.taken(order.taken, order.confirmed);
  else if (stream === undefined) port.postMessage({ is: 'ended', problem: undefined });
  else stream.stop();
});
