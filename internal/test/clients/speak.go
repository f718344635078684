package clients

import (
	"fmt"
	"net/http"
)

func (m *model) anthropic(w http.ResponseWriter, body object, streamed bool) {
	call, text := m.turn(body, `"tool_use"`)
	block, start, delta, stop := object{"type": "text", "text": text}, object{"type": "text", "text": ""}, object{"type": "text_delta", "text": text}, "end_turn"
	if call != nil {
		block = object{"type": "tool_use", "id": "toolu_1", "name": call.Tool, "input": call.Input}
		start = object{"type": "tool_use", "id": "toolu_1", "name": call.Tool, "input": object{}}
		delta, stop = object{"type": "input_json_delta", "partial_json": call.written()}, "tool_use"
	}
	message := func(content list, stop any) object {
		return object{
			"id": "msg_1", "type": "message", "role": "assistant", "model": body["model"], "content": content, "stop_reason": stop, "stop_sequence": nil,
			"usage": object{"input_tokens": 10, "output_tokens": 10, "cache_creation_input_tokens": 0, "cache_read_input_tokens": 0},
		}
	}
	if !streamed {
		plain(w, message(list{block}, stop))
		return
	}
	s := newStream(w)
	s.event("message_start", object{"message": message(list{}, nil)})
	s.event("content_block_start", object{"index": 0, "content_block": start})
	s.event("content_block_delta", object{"index": 0, "delta": delta})
	s.event("content_block_stop", object{"index": 0})
	s.event("message_delta", object{"delta": object{"stop_reason": stop, "stop_sequence": nil}, "usage": object{"output_tokens": 10}})
	s.event("message_stop", object{})
}

func (m *model) responses(w http.ResponseWriter, body object, streamed bool) {
	call, text := m.turn(body, `"function_call"`)
	part := object{"type": "output_text", "text": text, "annotations": list{}}
	item := object{"type": "message", "id": "msg_1", "role": "assistant", "status": "completed", "content": list{part}}
	if call != nil {
		item = object{"type": "function_call", "id": "fc_1", "call_id": "call_1", "name": call.Tool, "arguments": call.written(), "status": "completed"}
	}
	response := func(status string, output list) object {
		return object{
			"id": "resp_1", "object": "response", "created_at": 1, "model": body["model"], "status": status, "output": output,
			"usage": object{"input_tokens": 10, "output_tokens": 10, "total_tokens": 20, "input_tokens_details": object{"cached_tokens": 0}, "output_tokens_details": object{"reasoning_tokens": 0}},
		}
	}
	if !streamed {
		plain(w, response("completed", list{item}))
		return
	}
	s := newStream(w)
	s.event("response.created", object{"response": response("in_progress", list{})})
	s.event("response.output_item.added", object{"output_index": 0, "item": item})
	if call != nil {
		s.event("response.function_call_arguments.done", object{"item_id": "fc_1", "output_index": 0, "arguments": call.written()})
	} else {
		s.event("response.output_text.delta", object{"item_id": "msg_1", "output_index": 0, "content_index": 0, "delta": text})
	}
	s.event("response.output_item.done", object{"output_index": 0, "item": item})
	s.event("response.completed", object{"response": response("completed", list{item})})
}

func (m *model) chat(w http.ResponseWriter, body object, streamed bool) {
	call, text := m.turn(body, `"tool_calls"`)
	message, finish := object{"role": "assistant", "content": text}, "stop"
	if call != nil {
		calls := list{object{"index": 0, "id": "call_1", "type": "function", "function": object{"name": call.Tool, "arguments": call.written()}}}
		message, finish = object{"role": "assistant", "content": nil, "tool_calls": calls}, "tool_calls"
	}
	whole := func(kind string, choices list) object {
		return object{
			"id": "chatcmpl-1", "created": 1, "model": body["model"], "object": kind, "choices": choices,
			"usage": object{"prompt_tokens": 10, "completion_tokens": 10, "total_tokens": 20},
		}
	}
	if !streamed {
		plain(w, whole("chat.completion", list{object{"index": 0, "message": message, "finish_reason": finish}}))
		return
	}
	s := newStream(w)
	s.event("", whole("chat.completion.chunk", list{object{"index": 0, "delta": message, "finish_reason": nil}}))
	s.event("", whole("chat.completion.chunk", list{object{"index": 0, "delta": object{}, "finish_reason": finish}}))
	fmt.Fprint(w, "data: [DONE]\n\n")
}

func (m *model) gemini(w http.ResponseWriter, body object, streamed bool) {
	call, text := m.turn(body, `"functionCall"`)
	part := object{"text": text}
	if call != nil {
		part = object{"functionCall": object{"name": call.Tool, "args": call.Input, "id": "call_1"}}
	}
	answer := object{
		"candidates":    list{object{"content": object{"role": "model", "parts": list{part}}, "finishReason": "STOP", "index": 0}},
		"usageMetadata": object{"promptTokenCount": 10, "candidatesTokenCount": 10, "totalTokenCount": 20}, "modelVersion": "scripted", "responseId": "r1",
	}
	if !streamed {
		plain(w, answer)
		return
	}
	newStream(w).event("", answer)
}
