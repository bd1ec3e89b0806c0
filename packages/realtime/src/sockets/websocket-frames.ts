const opcodes = { text: 0x81, binary: 0x82 } as const;

/** A whole text message as an unmasked WebSocket frame (RFC 6455, 5.2): made once, written to many sockets. */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const [frame, offset] = frameOf(opcodes.text, length);
  frame.write(text, offset, 'utf8');
  return frame;
}

/** Likewise for a binary message. */
export function binaryFrame(bytes: Buffer): Buffer {
  const [frame, offset] = frameOf(opcodes.binary, bytes.length);
  bytes.copy(frame, offset);
  return frame;
}

function frameOf(opcode: number, length: number): [frame: Buffer, offset: number] {
  if (length < 126) {
    const frame = Buffer.allocUnsafe(2 + length);
    frame[0] = opcode;
    frame[1] = length;
    return [frame, 2];
  }
  if (length < 0x10000) {
    const frame = Buffer.allocUnsafe(4 + length);
    frame[0] = opcode;
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
    return [frame, 4];
  }
  const frame = Buffer.allocUnsafe(10 + length);
  frame[0] = opcode;
  frame[1] = 127;
  frame.writeBigUInt64BE(BigInt(length), 2);
  return [frame, 10];
}
